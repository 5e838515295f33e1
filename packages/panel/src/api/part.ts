import { noAnswer } from "./errors.ts";

/** Fetches a part of the application. Offline one that never came is not even asked for: see failed-parts.ts. */
export function part<T>(load: () => Promise<T>): () => Promise<T> {
  let hasCome = false;
  return async () => {
    if (!hasCome && !navigator.onLine) throw noAnswer();
    const loaded = await load();
    hasCome = true;
    return loaded;
  };
}
