interface SubmitEvent {
  target: EventTarget | null;
}

/** If a form was not sent, moves the focus to the first wrong field, which may be out of sight. */
export function focusFault(_errors: unknown, _values: unknown, event?: SubmitEvent): void {
  const form = event?.target;
  // React marks the fields first.
  setTimeout(() => {
    const field = form instanceof HTMLElement && form.querySelector<HTMLElement>('[aria-invalid=true]');
    if (!field) return;
    field.focus({ preventScroll: true });
    // Centred, because a dialog's title would cover a field that is only just scrolled into view.
    field.scrollIntoView({ block: 'center' });
  });
}
