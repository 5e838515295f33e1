import type { SecretPlace } from "../../vault/client.ts";

/** Where the key of a certificate is sealed for. */
export const keyPlace = (certificateId: number): SecretPlace => ({
  table: "certificate",
  row: certificateId,
  field: "key",
});
