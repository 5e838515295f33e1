/** A service's web hosting: its overview, its sites, their dialogs. */
import type { Page } from "playwright-core";
import { dialog, ofHolding, type Screen } from "./screen.ts";

async function openSites(page: Page): Promise<void> {
  await ofHolding("service/subdomain/")(page);
  await page.getByRole("rowheader", { name: "/horario" }).waitFor();
}

export const service: readonly Screen[] = [
  {
    id: "service",
    title: "Hosting",
    text: "What a service runs and how full it is: PHP, parking, the error log, space, and traffic day by day.",
    user: "owner",
    open: async (page) => {
      await ofHolding("service/")(page);
      await page.getByRole("heading", { level: 2, name: /30/ }).waitFor();
    },
  },
  {
    id: "service-php",
    title: "PHP version",
    text: "Versions that are installed can be chosen; the others are named, and why they can't.",
    user: "owner",
    open: async (page) => {
      await ofHolding("service/?php=")(page);
      await dialog(page);
    },
  },
  {
    id: "sites",
    title: "Sites",
    text: "Each address with its folder and its certificate, and below it what leads away from it. The list says when a change is served.",
    user: "owner",
    open: openSites,
  },
  {
    id: "site",
    title: "Site",
    text: "HTTPS by a certificate that comes by itself or by one's own, checked on the spot: what is wrong is said in the tab that it is in.",
    user: "owner",
    open: async (page) => {
      await openSites(page);
      const row = page.getByRole("row").filter({ hasText: "tienda.atrio.test" }).last();
      await row.getByRole("button", { name: /^(Acciones de|Actions for)/ }).click();
      await page.getByRole("menuitem", { name: /^(Editar|Edit)$/ }).click();
      await page.getByRole("dialog").getByText("SSL (HTTPS)").click();
      await page.getByText(/^(Propio|Your own)$/).click();
      await page.getByRole("tab").first().waitFor();
    },
  },
  {
    id: "redirection",
    title: "Redirection",
    text: "Permanent, temporary, or a frame that keeps the address; what would never end is refused.",
    user: "owner",
    open: async (page) => {
      await ofHolding("service/subdomain/?new-redirection=www")(page);
      await page.getByText(/^(Marco|Frame)$/).click();
    },
  },
];
