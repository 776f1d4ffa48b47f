/** One of several filters: pressed, it is the one that holds. */
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
