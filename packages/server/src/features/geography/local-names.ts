/** States that GeoNames calls by an English or plain name, as their own addresses call them. */
export const localNames: Readonly<Record<string, string>> = {
  "AR-07": "Ciudad Autónoma de Buenos Aires",
};
