/** Where a certificate's key is sealed for. */
export const keyPlace = (id: number) => ({ table: "certificate", row: id, field: "key" }) as const;
