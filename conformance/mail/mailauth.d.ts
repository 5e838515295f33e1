/** The part of it that tests use; the package brings no types. */
declare module "mailauth/lib/dkim/verify.js" {
  export function dkimVerify(
    message: Buffer,
    options: { readonly resolver: (name: string, type: string) => Promise<string[][]> },
  ): Promise<{
    readonly results: readonly {
      readonly signingDomain: string;
      readonly selector: string;
      readonly status: { readonly result: string; readonly aligned: string | false };
    }[];
  }>;
}
