import { ListPage } from "./ListPage.tsx";

export const DomainListPage = () => <ListPage kind="domain" />;
export const ServiceListPage = () => <ListPage kind="service" />;
export const MailListPage = () => <ListPage kind="mail" />;
