/** The pages of web hosting. Fetched by themselves: the first load knows nothing of what they are made of. */
export const ServicePage = () => import("./service/ServicePage.tsx");
export const SitesPage = () => import("./sites/SitesPage.tsx");
