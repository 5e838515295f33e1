import { Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
import { rememberHolding } from "../../session/recent-holdings.ts";
import { Frame } from "../../shell/Shell.tsx";
import { useHolding } from "./holding.ts";
import { HoldingMenu } from "./HoldingMenu.tsx";

// What names, records and folders are written with: fetched beside them, so that they come with it and nothing moves.
void document.fonts.load('1em "JetBrains Mono"');

export default function HoldingLayout() {
  const { id, reference } = useHolding();
  useEffect(() => rememberHolding({ id, reference }), [id, reference]);
  return (
    <Frame menu={<HoldingMenu />}>
      <Outlet />
    </Frame>
  );
}
