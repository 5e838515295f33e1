/**
 * From the first key press, press of a control or filled-in field on, the application is fetched. What the user does until it
 * has taken over is not lost: text stays in its inputs, presses of buttons wait here and are made again then.
 */

/** The controls of the page as it was built (LoginForm.tsx, static-controls.tsx). */
function controlsOf(root: HTMLElement) {
  const find = (selector: string) => root.querySelector<HTMLElement>(selector)!;
  return {
    form: root.querySelector("form")!,
    submit: find("form [type=submit]"),
    password: root.querySelector<HTMLInputElement>("[name=password]")!,
    showPassword: find("form [aria-pressed]"),
    failure: find("[data-load-failed]"),
    again: find("[data-load-again]"),
  };
}

/** `takeOver` fetches the application and settles when the page is its own. */
export function onFirstUse(root: HTMLElement, takeOver: () => Promise<void>): void {
  const { form, submit, password, showPassword, failure, again } = controlsOf(root);
  const listening = new AbortController();
  const { signal } = listening;
  let isComing = false;
  /** What was pressed last: who presses "forgot" after "enter" has changed their mind. */
  let waiting: HTMLElement | null = null;

  const setBusy = (isBusy: boolean) => {
    for (const name of ["aria-busy", "aria-disabled"])
      if (isBusy) submit.setAttribute(name, "true");
      else submit.removeAttribute(name);
  };
  const begin = async () => {
    if (isComing) return;
    isComing = true;
    failure.hidden = true;
    setBusy(waiting === submit);
    try {
      await takeOver();
    } catch {
      isComing = false;
      failure.hidden = false;
      setBusy(false);
      return;
    }
    listening.abort();
    if (waiting === submit) form.requestSubmit();
    else waiting?.click();
  };
  const press = (pressed: HTMLElement) => {
    waiting = pressed;
    setBusy(pressed === submit);
    void begin();
  };

  document.addEventListener("keydown", () => void begin(), { signal });
  for (const type of ["input", "change", "pointerdown"])
    form.addEventListener(type, () => void begin(), { signal });
  form.addEventListener(
    "click",
    ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      if (button === showPassword) toggle(showPassword, password);
      else if (button && button !== submit) press(button);
    },
    { signal },
  );
  form.addEventListener(
    "submit",
    (event) => {
      // In between React may have it already.
      if (event.defaultPrevented) return;
      event.preventDefault();
      press(submit);
    },
    { signal },
  );
  again.addEventListener("click", () => void begin(), { signal });
}

/** React draws a hidden password: what is done here is undone and done again when it takes over (typed.ts). */
function toggle(button: HTMLElement, password: HTMLInputElement): void {
  const isShown = password.type === "password";
  password.type = isShown ? "text" : "password";
  button.setAttribute("aria-pressed", String(isShown));
}
