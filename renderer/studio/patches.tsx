import { useRouter } from "@tanstack/react-router";
import { call } from "../kit/api/client.ts";
import { useAction } from "../kit/api/use-action.ts";
import { Button } from "../kit/parts/button.tsx";
import { Note } from "../kit/parts/note.tsx";
import { saveFile } from "../kit/parts/save-file.ts";
import { useText } from "../kit/text/i18n.ts";

/** A button that downloads a change as a patch, for teams that keep the files in git. */
export function ExportPatch({ id, title }: { readonly id: string; readonly title: string }) {
  const words = useText();
  const taking = useAction({
    call: (_: undefined) => call("GET", "/changes/{id}/patch", { path: { id } }),
    changes: [],
    done: ({ patch }) =>
      saveFile(
        new Blob([patch], { type: "text/x-patch" }),
        `${title.replaceAll(/[^A-Za-z0-9]+/g, "-")}.patch`,
      ),
  });
  return (
    <Button busy={taking.busy} onClick={() => taking.run(undefined)}>
      {words("studio:patch.export")}
    </Button>
  );
}

/** A button that creates a change from a patch file. */
export function ImportPatch() {
  const words = useText();
  const { history } = useRouter();
  const bringing = useAction({
    call: async (file: File) =>
      await call("POST", "/changes/import", {
        body: { title: file.name.replace(/\.patch$/, "").slice(0, 120) || "patch", patch: await file.text() },
      }),
    changes: ["/changes"],
    done: ({ id }) => history.push(`/studio/changes/${id}`),
    failed: "here",
  });
  return (
    <>
      <label className="field" htmlFor="import-patch">
        {words("studio:patch.import")}{" "}
        <input
          id="import-patch"
          type="file"
          accept=".patch,.diff,text/x-patch"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file !== undefined) bringing.run(file);
            event.target.value = "";
          }}
        />
      </label>
      {bringing.fault === null ? null : (
        <Note tone="loss" role="alert">
          {bringing.fault}
        </Note>
      )}
    </>
  );
}
