import { useEffect, useState } from "react";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";

/**
 * A field that renames the stored name of an answer. Renaming is possible only until the answer is published.
 */
export function Rename({
  id,
  name,
  onRename,
}: {
  readonly id: string;
  readonly name: string;
  readonly onRename: (to: string) => void;
}) {
  const words = useText();
  const [typed, setTyped] = useState(name);
  useEffect(() => setTyped(name), [name]);
  return (
    <div className="rowwrap">
      <div className="grow">
        <TextField
          id={id}
          label={words("studio:rename.name")}
          hint={words("studio:rename.hint")}
          value={typed}
          onValue={setTyped}
        />
      </div>
      <Button small disabled={typed.trim() === "" || typed === name} onClick={() => onRename(typed.trim())}>
        {words("studio:rename.do")}
      </Button>
    </div>
  );
}
