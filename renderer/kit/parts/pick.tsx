/** One of several filters; pressed if it is active. */
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
