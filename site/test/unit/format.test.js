import assert from 'node:assert/strict';
import test from 'node:test';
import { brokers, countdown, cut, list, requests, span, time } from '../../src/format.js';

test('times are grouped by thousands and keep a tenth', () => {
  assert.equal(time(2134.5), '2\u202f134.5 ms');
  assert.equal(time(0), '0 ms');
});

test('spans are as short as they can be said', () => {
  assert.deepEqual([0.5, 480, 2900, 30000, 160000].map(span), ['0.5 ms', '480 ms', '2.9 s', '30 s', '160 s']);
  assert.equal(span(-3), '0 ms');
});

test('a countdown keeps its decimal above a second', () => {
  assert.equal(countdown(30000), '30.0 s');
  assert.equal(countdown(999), '999 ms');
});

test('lists read as a person would say them', () => {
  assert.equal(list([1]), '1');
  assert.equal(list([1, 2, 3]), '1, 2 and 3');
  assert.equal(brokers([2, 3]), 'brokers 2 and 3');
  assert.equal(requests([7]), 'request 7');
  assert.equal(requests([1, 2, 3, 4, 5]), '5 requests');
  assert.equal(requests([1, 2], 40), '40 requests');
  assert.equal(requests([1, 2], 3), '3 requests');
});

test('long values are cut in their middle, by characters and not by halves of them', () => {
  assert.equal(cut('payment-12', 5), 'pa…12');
  assert.equal(cut('💧💧💧', 2), '…💧');
});
