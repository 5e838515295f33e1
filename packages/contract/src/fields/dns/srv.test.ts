import assert from "node:assert/strict";
import { test } from "node:test";
import { outcome } from "../outcome.ts";
import { joinSrv, parseSrv, parseSrvZone, splitSrv, srvZone } from "./srv.ts";
import { srvProtocols, srvServices } from "./types.ts";

const context = { name: "_sip._tcp.example.com", zoneName: "example.com" };

const values = [
  ["5 5060 sip.example.net", "5 5060 sip.example.net"],
  [" 5  5060\tSIP.example.net. ", "5 5060 sip.example.net"],
  ["0 0 .", "0 0 ."],
  ["0 5060 .", "0 5060 ."],
  ["65535 65535 sip.example.net", "65535 65535 sip.example.net"],
  ["007 0443 sip.example.net", "7 443 sip.example.net"],
  ["1 1 @", "1 1 example.com"],
  ["1 1 españa.es", "1 1 xn--espaa-rta.es"],
  ["", "!dns.srv.format"],
  ["5", "!dns.srv.format"],
  ["5 5060", "!dns.srv.format"],
  ["sip.example.net", "!dns.srv.format"],
  ["5 5060 sip.example.net extra", "!dns.srv.format"],
  ["10 5 5060 sip.example.net", "!dns.srv.priority"],
  ["x".repeat(100_000), "!dns.srv.format"],
  [" ".repeat(100_000), "!dns.srv.format"],
  ["65536 5060 sip.example.net", "!dns.srv.weight"],
  ["-1 5060 sip.example.net", "!dns.srv.weight"],
  ["+1 5060 sip.example.net", "!dns.srv.weight"],
  ["1.5 5060 sip.example.net", "!dns.srv.weight"],
  ["1e3 5060 sip.example.net", "!dns.srv.weight"],
  ["0x1 5060 sip.example.net", "!dns.srv.weight"],
  ["٣ 5060 sip.example.net", "!dns.srv.weight"],
  ["9999999 5060 sip.example.net", "!dns.srv.weight"],
  ["5 65536 sip.example.net", "!dns.srv.port"],
  ["5 http sip.example.net", "!dns.srv.port"],
  ["5 -1 sip.example.net", "!dns.srv.port"],
  ["5 5060 sip", "!dns.target.single_label"],
  ["5 5060 192.0.2.1", "!dns.target.address"],
  ["5 5060 2001:db8::1", "!dns.target.address"],
  ["5 5060 _sip.example.net", "!dns.name.no_underscore"],
  ["5 5060 *.example.net", "!dns.name.no_wildcard"],
  ["5 5060 ..", "!dns.name.empty_label"],
  ["5 5060 a..b", "!dns.name.empty_label"],
] as const;

test("SRV values", () => {
  for (const [input, expected] of values) {
    assert.equal(outcome(parseSrv(input, context)), expected, input.slice(0, 60));
  }
});

const zones = [
  [{ service: "sip", protocol: "_tcp", zona: "" }, "_sip._tcp"],
  [{ service: "_sip", protocol: "_udp", zona: "@" }, "_sip._udp"],
  [{ service: "*", protocol: "_tcp", zona: "office" }, "*._tcp.office"],
  [{ service: " SIP ", protocol: "tls", zona: " office " }, "_sip._tls.office"],
  [{ service: "xmpp-client", protocol: "_tcp", zona: "a.b" }, "_xmpp-client._tcp.a.b"],
] as const;

test("the zone of an SRV is service, protocol and zone", () => {
  for (const [parts, expected] of zones) assert.equal(srvZone(parts), expected);
});

test("the parts of an SRV zone are read back", () => {
  for (const service of srvServices) {
    for (const protocol of srvProtocols) {
      for (const zona of ["", "office", "a.b.c", "_x._y"]) {
        const parts = { service, protocol, zona };
        assert.deepEqual(parseSrvZone(srvZone(parts)), parts);
      }
    }
  }
  for (const zona of ["", "www", "_sip", "_sip.tcp", "sip._tcp", "*._tcp", "_._tcp", "_sip._", "._tcp"]) {
    const parts = parseSrvZone(zona);
    assert.equal(parts, null, zona);
  }
});

test("the parts of a value are read back", () => {
  const parts = { weight: "5", port: "5060", target: "sip.example.net" };
  assert.equal(joinSrv(parts), "5 5060 sip.example.net");
  assert.deepEqual(splitSrv(joinSrv(parts)), parts);
});
