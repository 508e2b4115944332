// The picture: lanes, the ISR, requests that wait, messages under way, the menus of brokers, the controller.

export const picture = {};
