import assert from "node:assert/strict";
import { test } from "node:test";
import { publicKeyFault } from "./dnssec-key.ts";

const base64 = (...octets: (number | readonly number[])[]): string =>
  btoa(String.fromCharCode(...octets.flat()));
const octets = (count: number, value = 0xab): number[] => Array.from({ length: count }, () => value);
const faultOf = (algorithm: number, key: string): string | null => {
  const fault = publicKeyFault(algorithm, key);
  return typeof fault === "object" ? (fault?.key ?? null) : fault;
};

/** The key of RFC 4034, 5.4. */
const rfc4034 =
  "AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMmmAphXdvxegXd/M5+X7OrzKBaMbCVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw==";
/** RFC 6605, 6.1 and 6.2; RFC 8080, 6.1. */
const rfc6605p256 =
  "GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==";
const rfc6605p384 =
  "xKYaNhWdGOfJ+nPrL8/arkwf2EY3MDJ+SErKivBVSum1w/egsXvSADtNJhyem5RCOpgQ6K8X1DRSEkrbYQ+OB+v8/uX45NBwY8rp65F6Glur8I/mlVNgF6W/qTI37m40";
const rfc8080 = "l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4=";

test("keys of the RFCs are taken, each for its own algorithm", () => {
  const keys: readonly [number, string][] = [
    [5, rfc4034],
    [8, rfc4034],
    [13, rfc6605p256],
    [14, rfc6605p384],
    [15, rfc8080],
  ];
  for (const [algorithm, key] of keys) assert.equal(faultOf(algorithm, key), null, `${algorithm}`);
  for (const algorithm of [14, 15, 16]) assert.equal(faultOf(algorithm, rfc6605p256), "dnssec.key_length");
  for (const algorithm of [1, 5, 7, 8, 10]) assert.equal(faultOf(algorithm, rfc8080), "dnssec.key_rsa");
});

test("RSA: an exponent, and a modulus of 512 to 4096 bits", () => {
  const rsa = (bytes: number, first = 0x80) => base64(3, 1, 0, 1, first, octets(bytes - 1));
  assert.equal(faultOf(8, rsa(64)), null);
  assert.equal(faultOf(8, rsa(64, 0x7f)), "dnssec.key_rsa", "511 bits");
  assert.equal(faultOf(8, rsa(512)), null);
  assert.equal(faultOf(8, rsa(513, 1)), "dnssec.key_rsa", "4097 bits");
  assert.equal(faultOf(10, rsa(64)), "dnssec.key_rsa", "RSA/SHA-512 has 1024 at least");
  assert.equal(faultOf(10, rsa(128)), null);
  assert.equal(faultOf(8, base64(0, 1, 0, octets(256), octets(128))), null, "a long exponent");
  assert.equal(faultOf(8, base64(200, octets(100))), "dnssec.key_rsa", "an exponent that goes past the end");
  assert.equal(faultOf(8, base64(0, octets(128))), "dnssec.key_rsa");
});

test("DSA, private algorithms, and what is no base64", () => {
  assert.equal(faultOf(3, base64(0, octets(212))), null);
  assert.equal(faultOf(6, base64(8, octets(404))), null);
  assert.equal(faultOf(3, base64(9, octets(428))), "dnssec.key_form");
  assert.equal(faultOf(3, base64(1, octets(212))), "dnssec.key_form");
  assert.equal(faultOf(253, base64(3, octets(3), 0, octets(16))), null);
  assert.equal(faultOf(253, base64(64, octets(80))), "dnssec.key_form");
  assert.equal(faultOf(254, base64(200, octets(210))), null);
  assert.equal(faultOf(254, base64(0, octets(10))), "dnssec.key_form");
  for (const text of ["A", "AB", "ABC", "AB=C", "AB==AB==", "ÁBCD", "A B C D"])
    assert.equal(faultOf(13, text), "dnssec.public_key", text);
});
