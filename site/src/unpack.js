// In the page that is whole, one file: unpacks the page's script and adds it. What it is allowed by is the hash of what
// comes out. The module is unpacked when the page's script asks for it.

import { unpack } from './lzma.js';

/**
 * @param {string} id of an element that has something packed
 * @returns {Uint8Array<ArrayBuffer>} what it has; empty: there is no such element
 */
function unpacked(id) {
  const element = document.getElementById(id);
  const packed = Uint8Array.from(atob(element?.textContent ?? ''), (c) => c.charCodeAt(0));
  const content = unpack(packed, Number(element?.dataset.bytes ?? 0));
  element?.remove();
  return content;
}

window.highwaterUnpacked = unpacked;
const script = document.createElement('script');
script.type = 'module';
script.textContent = new TextDecoder().decode(unpacked('program'));
document.body.append(script);
