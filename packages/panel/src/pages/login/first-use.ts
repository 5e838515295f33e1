/**
 * From the first key press, press of a control or filled-in field on, the application is fetched. What the user does until it
 * has taken over is not lost: text stays in its inputs, presses of buttons wait here and are made again then.
 */
const root = document.getElementById("root")!;
const form = root.querySelector("form")!;
const failure = root.querySelector<HTMLElement>("[data-load-failed]")!;
const submitButton = form.querySelector<HTMLElement>("[type=submit]")!;
const password = form.querySelector<HTMLInputElement>("[type=password]")!;
const passwordSwitch = form.querySelector<HTMLElement>("[aria-pressed]")!;

/** The last of them counts: who presses "forgot" after "enter" has changed their mind. */
let waiting: "submit" | HTMLElement | null = null;

function setBusy(isBusy: boolean): void {
  for (const name of ["aria-busy", "aria-disabled"])
    if (isBusy) submitButton.setAttribute(name, "true");
    else submitButton.removeAttribute(name);
}

function setShown(isShown: boolean): void {
  password.type = isShown ? "text" : "password";
  passwordSwitch.setAttribute("aria-pressed", String(isShown));
}

function press({ target }: Event): void {
  if (!(target instanceof Element)) return;
  const button = target.closest("button");
  // React starts from a hidden password, whatever is done here is undone and done again (typed.ts).
  if (button === passwordSwitch) setShown(password.type === "password");
  else if (button && button !== submitButton && form.contains(button)) {
    waiting = button;
    setBusy(false);
  }
}

/** `takeOver` fetches the application and settles when the page is its own. */
export function onFirstUse(takeOver: (root: HTMLElement) => Promise<void>): void {
  const listening = new AbortController();
  const { signal } = listening;
  let isComing = false;

  async function begin(): Promise<void> {
    if (isComing) return;
    isComing = true;
    failure.hidden = true;
    setBusy(waiting === "submit");
    try {
      await takeOver(root);
    } catch {
      isComing = false;
      failure.hidden = false;
      setBusy(false);
      return;
    }
    listening.abort();
    if (waiting === "submit") form.requestSubmit();
    else waiting?.click();
  }
  const firstUse = (event: Event) => {
    const isInForm = event.target instanceof Element && form.contains(event.target);
    if (isInForm || event.type === "keydown") void begin();
  };
  const submit = (event: Event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    waiting = "submit";
    setBusy(true);
    void begin();
  };
  failure.querySelector("button")?.addEventListener("click", () => void begin());
  for (const type of ["keydown", "input", "change", "pointerdown"])
    document.addEventListener(type, firstUse, { signal });
  document.addEventListener("click", press, { signal });
  document.addEventListener("submit", submit, { signal });
}
