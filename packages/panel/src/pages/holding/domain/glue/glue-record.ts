import type { GlueRecord } from "@atrio/contract";

export const addressesOf = ({ ip, ipv6 }: GlueRecord): string => [ip, ipv6].filter(Boolean).join(" · ");
