/** What a message says to the operator who reads it, in the language of whoever wrote it. */
import type { Language } from "@atrio/contract";

interface Texts {
  /** The subject of a request, which has none of its own. */
  readonly requestSubject: string;
  readonly signedIn: string;
  readonly asTyped: string;
  readonly domain: string;
  readonly user: string;
  readonly name: string;
  readonly email: string;
  readonly ip: string;
  readonly time: string;
  readonly testSubject: string;
}

export const texts: Readonly<Record<Language, Texts>> = {
  es: {
    requestSubject: "Solicitud desde la página de entrada",
    signedIn: "Escrito con la sesión iniciada.",
    asTyped: "Escrito sin iniciar sesión: dominio, usuario y nombre no están comprobados.",
    domain: "Dominio",
    user: "Usuario",
    name: "Nombre",
    email: "Correo",
    ip: "IP",
    time: "Fecha",
    testSubject: "Prueba del correo saliente",
  },
  en: {
    requestSubject: "Request from the sign-in page",
    signedIn: "Written by a signed-in user.",
    asTyped: "Written without signing in: domain, user and name were not checked.",
    domain: "Domain",
    user: "User",
    name: "Name",
    email: "Email",
    ip: "IP",
    time: "Date",
    testSubject: "Test of outgoing mail",
  },
};
