import { Client } from "pg";

/** One connection to PostgreSQL for the length of `work`. */
export async function withClient<T>(
  connectionString: string,
  connectionTimeoutMillis: number,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString, connectionTimeoutMillis });
  // a server that goes away between two statements says so here; the next statement fails by itself
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
