/** The demo's mailboxes and aliases, and the letters that lie in them. */
import type { Autoresponder } from "@atrio/contract";
import { mainHolding } from "./holdings.ts";

const mib = 1024 ** 2;
const gib = 1024 ** 3;

export interface DemoLetter {
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  /** Bytes of what is attached. */
  readonly attached?: number;
}
export interface DemoMailbox {
  readonly name: string;
  readonly quota: number;
  readonly letters: readonly DemoLetter[];
  readonly forward?: readonly string[];
  readonly autoresponder?: Autoresponder;
  /** It comes with the service. */
  readonly isKept?: true;
  readonly isDeleted?: true;
}
export interface DemoAlias {
  readonly name: string;
  readonly target: readonly string[];
  readonly isKept?: true;
}
export interface DemoMail {
  readonly reference: string;
  readonly limits: { readonly quota: number; readonly mailboxesMax: number; readonly aliasesMax: number };
  readonly mailboxes: readonly DemoMailbox[];
  readonly aliases: readonly DemoAlias[];
}

const letter = (from: string, subject: string, text: string, attached = 0): DemoLetter => ({
  from,
  subject,
  text,
  attached,
});
const lucia = "Lucía Fernández <lucia@example.org>";
const grace = "Grace Hughes <grace@example.net>";
const marc = "Marc Puig <marc@example.org>";

const signature = "\n\nUn saludo.";
const budget = letter(
  lucia,
  "Presupuesto del cartel",
  `Va en el adjunto. ¿Os encaja para el día 15?${signature}`,
  800_000,
);
const pictures = letter(grace, "Photos of the stand", "As promised. Pick the ones you like.", 560_000);
const question = letter(marc, "¿Abrís el sábado?", `Querría pasar a recoger el pedido 1042.${signature}`);
const thanks = letter(lucia, "Gracias", `Ha llegado todo bien.${signature}`);
const catalogue = letter(grace, "Catalogue for spring", "The new one, with prices.", 640_000);
const orders = letter(marc, "Pedidos de la semana", `La hoja va en el adjunto.${signature}`, 610_000);
const invoice = letter(lucia, "Factura 2026-118", `Adjunta va la factura.${signature}`, 230_000);
const receipt = letter(lucia, "Recibo 2026-31", `Adjunto va el recibo.${signature}`, 70_000);

export const demoMail: readonly DemoMail[] = [
  {
    reference: mainHolding,
    limits: { quota: 20 * gib, mailboxesMax: 10, aliasesMax: 20 },
    mailboxes: [
      { name: "info", quota: 4 * mib, letters: [budget, pictures, question, thanks], isKept: true },
      { name: "ventas", quota: 2 * mib, letters: [catalogue, orders] },
      {
        name: "soporte",
        quota: 5 * gib,
        letters: [question],
        autoresponder: {
          enabled: true,
          subject: "Hemos recibido tu consulta",
          content: "Gracias por escribirnos. Respondemos en un día laborable.",
          startsOn: null,
          endsOn: null,
        },
      },
      { name: "pedidos", quota: 2 * gib, letters: [], forward: ["tienda@example-07.test"] },
      { name: "becas", quota: 1 * gib, letters: [thanks], isDeleted: true },
    ],
    aliases: [
      { name: "hola", target: ["info@atrio.test"], isKept: true },
      { name: "equipo", target: ["ventas@atrio.test", "soporte@atrio.test", "pedidos@atrio.test"] },
    ],
  },
  {
    reference: "example-07.test",
    limits: { quota: 5 * gib, mailboxesMax: 5, aliasesMax: 5 },
    mailboxes: [
      { name: "tienda", quota: 1 * gib, letters: [thanks] },
      { name: "facturas", quota: 1 * mib, letters: [invoice, invoice, invoice, receipt] },
    ],
    aliases: [{ name: "pagos", target: ["facturas@example-07.test"] }],
  },
];
