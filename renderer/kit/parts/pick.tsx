/** A button for one of several filters. It appears pressed while its filter is active. */
export function Pick({
  name,
  on,
  choose,
}: {
  readonly name: string;
  readonly on: boolean;
  readonly choose: () => void;
}) {
  return (
    <button type="button" className="pick" aria-pressed={on} onClick={choose}>
      {name}
    </button>
  );
}
