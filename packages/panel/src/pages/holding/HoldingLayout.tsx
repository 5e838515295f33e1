import { Outlet } from "@tanstack/react-router";
import { Frame } from "../../shell/Shell.tsx";
import { HoldingMenu } from "./HoldingMenu.tsx";

export default function HoldingLayout() {
  return (
    <Frame menu={<HoldingMenu />}>
      <Outlet />
    </Frame>
  );
}
