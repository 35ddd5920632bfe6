interface SubmitEvent {
  target: EventTarget | null;
}

/** Moves the focus to the first invalid field after a failed attempt to submit, because it might be out of sight. */
export function focusFault(_errors: unknown, _values: unknown, event?: SubmitEvent): void {
  const form = event?.target;
  // React must mark the fields first.
  setTimeout(() => {
    const field = form instanceof HTMLElement && form.querySelector<HTMLElement>('[aria-invalid=true]');
    if (!field) return;
    field.focus({ preventScroll: true });
    // The field is centred, because a dialog's title would cover it at the edge.
    field.scrollIntoView({ block: 'center' });
  });
}
