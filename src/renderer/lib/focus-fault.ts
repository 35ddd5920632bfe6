interface SubmitEvent {
  target: EventTarget | null;
}

/** Where a form was not sent: to the first field that is at fault, which may be out of sight. */
export function focusFault(_errors: unknown, _values: unknown, event?: SubmitEvent): void {
  const form = event?.target;
  // The fields are marked once React has drawn them.
  setTimeout(() => {
    const field = form instanceof HTMLElement && form.querySelector<HTMLElement>('[aria-invalid=true]');
    if (!field) return;
    field.focus({ preventScroll: true });
    // A dialog's title would stand over what is only just scrolled into view.
    field.scrollIntoView({ block: 'center' });
  });
}
