import type { ComponentProps } from "react";
import { Button } from "../kit/parts/button.tsx";

/**
 * A small button of one entry in a list. Screen readers hear its words and the entry's name: “Remove: Fees”.
 * A hidden text inside the button would be read with a space before the colon.
 */
export function NamedButton({
  says,
  name,
  ...rest
}: Omit<ComponentProps<typeof Button>, "children" | "small" | "name" | "aria-label"> & {
  /** The words on the button. */
  readonly says: string;
  /** The entry's name; omitted if it has none. */
  readonly name?: string | number | undefined;
}) {
  const label = name === undefined ? {} : { "aria-label": `${says}: ${name}` };
  return (
    <Button {...rest} {...label} small>
      {says}
    </Button>
  );
}
