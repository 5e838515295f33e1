/**
 * What is in a form's inputs and where the caret is, to be put back. React keeps both when it takes over the page's own HTML;
 * where a browser extension has put elements of its own into it, React draws it anew, and they would be gone. A password
 * that is shown is hidden meanwhile, because that is how React expects to find it.
 */
export function keepTyped(root: HTMLElement): () => void {
  const focused = document.activeElement;
  const kept = [...root.querySelectorAll("input")].map((input) => ({
    input,
    hasFocus: input === focused,
    caret: [input.selectionStart, input.selectionEnd] as const,
  }));
  const wasShown = hidePassword(root);
  return () => {
    if (wasShown) root.querySelector<HTMLElement>("[aria-pressed]")?.click();
    for (const { input, hasFocus, caret } of kept) {
      if (input.isConnected) continue;
      const redrawn = root.querySelector<HTMLInputElement>(`input[name="${input.name}"]`);
      if (!redrawn) continue;
      redrawn.value = input.value;
      if (!hasFocus) continue;
      redrawn.focus();
      redrawn.setSelectionRange(...caret);
    }
  };
}

function hidePassword(root: HTMLElement): boolean {
  const shown = root.querySelector("[aria-pressed=true]");
  if (!shown) return false;
  shown.setAttribute("aria-pressed", "false");
  const input = shown.parentElement?.querySelector("input");
  if (input) input.type = "password";
  return true;
}
