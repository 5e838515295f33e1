import type { HoldingPermissions, Needs } from "@atrio/contract";
import {
  IconDeviceDesktop,
  IconKey,
  IconLanguage,
  IconLayoutDashboard,
  IconLogout,
  IconMail,
  IconMessage,
  IconMoon,
  IconPlus,
  IconScale,
  IconServer2,
  IconSettings,
  IconSun,
  IconWorld,
} from "@tabler/icons-react";
import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { allows } from "@atrio/contract/permissions.ts";
import { useParams, useRouter } from "@tanstack/react-router";
import { needs } from "virtual:needs";
import { toastError } from "../../api/action.ts";
import { queryClient } from "../../api/query.ts";
import { language, languages, t } from "../../i18n/i18n.ts";
import { chooseLanguage } from "../../i18n/choose-language.ts";
import { isParking } from "../../pages/holding/areas.ts";
import { holdingQuery } from "../../pages/holding/holding-query.ts";
import { holdingPaths, listPaths, paths } from "../../paths.ts";
import { listKinds, useHoldingCounts } from "../../session/holdings.ts";
import { signOut } from "../../session/session.ts";
import { themeModes } from "../../theme/names.ts";
import { theme } from "../../theme/theme.ts";
import { rememberFocus } from "../kept-focus.ts";
import type { Entry } from "./entry.ts";

type Go = (href: string) => void;

const listIcons = { domain: IconWorld, service: IconServer2, mail: IconMail };

/** Every page that is routed, without the lists of which the user has nothing. */
export function usePages(go: Go): Entry[] {
  const routes = new Set(Object.keys(useRouter().routesByPath).map((path) => path.replace(/\/?$/, "/")));
  const counts = useHoldingCounts();
  const page = (href: string, label: string, icon: Entry["icon"], keywords?: string): Entry => ({
    id: `page:${href}`,
    label,
    icon,
    ...(keywords === undefined ? {} : { keywords }),
    run: () => go(href),
  });
  return [
    page(paths.dashboard, t("shell.dashboard"), IconLayoutDashboard, t("palette.words_dashboard")),
    ...listKinds
      .filter((kind) => (counts?.[kind] ?? 0) > 0)
      .map((kind) => page(listPaths[kind], t(`shell.list_${kind}`), listIcons[kind])),
    page(paths.preferences, t("shell.preferences"), IconSettings, t("palette.words_preferences")),
    page(paths.legal, t("shell.legal"), IconScale, t("palette.words_legal")),
    page(paths.contact, t("shell.contact"), IconMessage, t("palette.words_contact")),
  ].filter(({ id }) => routes.has(id.slice("page:".length)));
}

const modeIcons = { system: IconDeviceDesktop, light: IconSun, dark: IconMoon };

export function useActions(go: Go): Entry[] {
  const other = languages.filter((one) => one !== language());
  return [
    ...useCreations(go),
    ...themeModes.map((mode) => ({
      id: `theme:${mode}`,
      label: t("shell.theme", { mode: t(`theme.${mode}`) }),
      keywords: t("palette.words_theme"),
      icon: modeIcons[mode],
      run: () => theme.chooseMode(mode),
    })),
    ...other.map((one) => ({
      id: `language:${one}`,
      label: t("palette.language", { language: t(`language.${one}`) }),
      keywords: t("palette.words_language"),
      icon: IconLanguage,
      run: () => {
        rememberFocus();
        chooseLanguage(one);
      },
    })),
    {
      id: "password",
      label: t("preferences.change_password"),
      icon: IconKey,
      run: () => go(`${paths.preferences}?password=true`),
    },
    {
      id: "logout",
      label: t("shell.logout"),
      keywords: t("palette.words_logout"),
      icon: IconLogout,
      run: () => void signOut().catch(toastError),
    },
  ];
}

const hasMail = (holding: HoldingPermissions) => holding.hasMail;
const hasSites = (holding: HoldingPermissions) => holding.service !== null && !isParking(holding);

interface Creation {
  id: "record" | "mailbox" | "alias" | "site" | "redirection";
  needs: Needs;
  /** Where it makes no sense for every holding. */
  isOffered?: (holding: HoldingPermissions) => boolean;
  path: (holding: HoldingPermissions) => string;
}
const creations: readonly Creation[] = [
  { id: "record", needs: needs.dnsCreate, path: ({ id }) => `${holdingPaths.dns(id)}?new=` },
  {
    id: "mailbox",
    needs: needs.mailboxCreate,
    isOffered: hasMail,
    path: ({ id }) => `${holdingPaths.mail(id)}?new=account`,
  },
  {
    id: "alias",
    needs: needs.aliasCreate,
    isOffered: hasMail,
    path: ({ id }) => `${holdingPaths.mail(id)}?new=alias`,
  },
  {
    id: "site",
    needs: needs.subdomainCreate,
    isOffered: hasSites,
    path: ({ id }) => `${holdingPaths.subdomain(id)}?new=`,
  },
  {
    id: "redirection",
    needs: needs.redirectionCreate,
    isOffered: ({ service }) => service !== null,
    path: (holding) =>
      `${holdingPaths[isParking(holding) ? "service" : "subdomain"](holding.id)}?new-redirection=`,
  },
];

/** What can be made in the holding one is in, offered to whom it is allowed. */
function useCreations(go: Go): Entry[] {
  const { id } = useParams({ strict: false });
  const holding = id === undefined ? undefined : queryClient.getQueryData(holdingQuery(Number(id)).queryKey);
  if (holding === undefined) return [];
  return creations
    .filter((one) => allows(holding.permissions, one.needs) && (one.isOffered?.(holding) ?? true))
    .map((one) => ({
      id: `new:${one.id}`,
      label: t(`palette.new_${one.id}`, { name: toUnicode(holding.reference) }),
      keywords: t(`palette.words_${one.id}`),
      icon: IconPlus,
      run: () => go(one.path(holding)),
    }));
}
