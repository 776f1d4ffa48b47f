import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { type MouseEvent, useEffect, useMemo, useState } from "react";
import { FlowBackendProvider } from "../../flow/flow-backend.ts";
import { FlowRunner } from "../../flow/flow-runner.tsx";
import { type LoadedFlow, loadFlow } from "../../flow/module.ts";
import { previewBackend, screensOf } from "../../flow/preview-backend.ts";
import type { Path, Paths } from "../../kit/api/answers.ts";
import { newIdempotencyKey } from "../../kit/api/client.ts";
import { toast } from "../../kit/api/toast-store.ts";
import { SelectField } from "../../kit/parts/fields.tsx";
import { keyed } from "../../kit/parts/keyed.ts";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { layTexts, reloadTexts, useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { pathsAddress, stepTitle, usePaths } from "./paths-data.ts";
import "./paths.css";

/** One path, screen by screen, as an investor sees it. It uses the real runner with made-up data. */
export default function PathPreview({ flow, name }: { readonly flow: string; readonly name: string }) {
  const words = useText();
  const { paths, error, isMissing, retry } = usePaths(flow);
  const module = useQuery({
    queryKey: ["module", paths?.module],
    queryFn: () => loadFlow(paths?.module ?? ""),
    enabled: paths !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const path = paths?.classes.find((one) => one.name === name);
  if (paths && path && module.data)
    return <Preview key={module.data.compiled.hash} paths={paths} path={path} flow={module.data} />;
  const failure = error ?? module.error;
  const isGone = isMissing || (paths !== null && path === undefined);
  return (
    <StaffPage title={words("paths:preview.mark")} at="/staff/definitions">
      <div className="screen">
        {failure ? (
          <ErrorState error={failure} retry={() => (error ? retry() : void module.refetch())} />
        ) : isGone ? (
          <EmptyState title={words("paths:preview.gone.title")}>
            {words("paths:preview.gone.text")}
          </EmptyState>
        ) : (
          <LoadingShape />
        )}
      </div>
    </StaffPage>
  );
}

function Preview({
  paths,
  path,
  flow,
}: {
  readonly paths: Paths;
  readonly path: Path;
  readonly flow: LoadedFlow;
}) {
  const words = useText();
  useTextsOf(flow);
  const { screens, shown, backend, visit, jump } = useScreens(flow, path.traveller);
  const list = pathsAddress({ flow: paths.version.flow, version: paths.version });
  // The links of the flow lead to pages for investors. In a preview, a pressed link only shows its address.
  const stay = (event: MouseEvent) => {
    const link = (event.target as Element).closest("a[href]");
    const href = link?.getAttribute("href") ?? "";
    if (link === null || href === list || href.startsWith("#")) return;
    event.preventDefault();
    toast({ id: "preview", text: words("paths:preview.leads", { place: href }) });
  };
  return (
    <div className="preview">
      <PreviewBar
        paths={paths}
        path={path}
        steps={screens.map(({ step }) => step)}
        shown={shown}
        jump={jump}
        list={list}
      />
      <div onClickCapture={stay}>
        <FlowBackendProvider value={backend}>
          <FlowRunner key={visit} flow={paths.version.flow} home={list} filled={path.traveller.answers} />
        </FlowBackendProvider>
      </div>
    </div>
  );
}

/**
 * Holds the screens of a path and the shown screen, with a function that shows another screen. `visit`
 * changes each time this function is called.
 */
function useScreens(flow: LoadedFlow, traveller: Path["traveller"]) {
  const navigate = useNavigate();
  const { screen } = useSearch({ strict: false }) as { screen?: string };
  // Each start of a preview gets a new instance name, so that input is not carried over to the next start.
  const [begun, setBegun] = useState(() => ({
    at: Math.max(Number(screen ?? 1) - 1, 0) || 0,
    id: newIdempotencyKey(),
  }));

  const screens = useMemo(
    () => screensOf(flow, traveller, `preview-${begun.id}`),
    [flow, traveller, begun.id],
  );
  const [moved, setMoved] = useState(begun.at);
  const shown = Math.min(moved, screens.length - 1);
  const backend = useMemo(
    () => previewBackend({ flow, screens, shown: begun.at, onShown: setMoved }),
    [flow, screens, begun.at],
  );
  const jump = (to: number) => {
    const at = Math.min(Math.max(to, 0), screens.length - 1);
    setBegun({ at, id: newIdempotencyKey() });
    setMoved(at);
    void navigate({
      to: ".",
      search: (before: Record<string, string | undefined>) => ({
        ...before,
        screen: String(at + 1),
        step: undefined,
        change: undefined,
      }),
      replace: true,
    } as never);
  };
  return { screens, shown, backend, visit: begun.id, jump };
}

/**
 * The bar above a preview: what is shown, and controls to go to other screens. `list` is the address of the
 * list of paths.
 */
function PreviewBar({
  paths,
  path,
  steps,
  shown,
  jump,
  list,
}: {
  readonly paths: Paths;
  readonly path: Path;
  readonly steps: readonly string[];
  readonly shown: number;
  readonly jump: (to: number) => void;
  readonly list: string;
}) {
  const words = useText();
  return (
    <section className="previewbar" aria-label={words("paths:preview.bar")}>
      <div className="previewwhat">
        <Badge tone="warn">{words("paths:preview.mark")}</Badge>
        <p>
          <b>
            {path.number}. {stepTitle(paths, path.end.step)}
          </b>
          <span className="small">{words("paths:preview.nothing")}</span>
        </p>
      </div>
      <ScreenChoice paths={paths} steps={steps} shown={shown} jump={jump} />
      <a className="iconbtn previewend" href={list} aria-label={words("paths:preview.close")}>
        <X size={22} aria-hidden="true" />
      </a>
    </section>
  );
}

/** Controls that show the previous screen, the next one, or any other. */
function ScreenChoice({
  paths,
  steps,
  shown,
  jump,
}: {
  readonly paths: Paths;
  readonly steps: readonly string[];
  readonly shown: number;
  readonly jump: (to: number) => void;
}) {
  const words = useText();
  return (
    <div className="previewgo">
      <button
        type="button"
        className="iconbtn"
        aria-label={words("paths:preview.before")}
        disabled={shown === 0}
        onClick={() => jump(shown - 1)}
      >
        <ChevronLeft size={22} aria-hidden="true" />
      </button>
      <SelectField
        id="preview-screen"
        label={words("paths:preview.screen")}
        labelHidden
        value={shown}
        onValue={(screen) => jump(Number(screen))}
      >
        {keyed(steps, String).map(({ key, item: step }, at) => (
          <option key={key} value={at}>
            {`${at + 1}/${steps.length} ${stepTitle(paths, step)}`}
          </option>
        ))}
      </SelectField>
      <button
        type="button"
        className="iconbtn"
        aria-label={words("paths:preview.after")}
        disabled={shown >= steps.length - 1}
        onClick={() => jump(shown + 1)}
      >
        <ChevronRight size={22} aria-hidden="true" />
      </button>
    </div>
  );
}

/**
 * Shows the texts of this version, also after a change of language. The portal's own texts return when the
 * preview is closed.
 */
function useTextsOf({ compiled }: LoadedFlow): void {
  const { texts } = compiled.definition;
  useEffect(() => {
    layTexts(texts);
    return () => {
      layTexts(null);
      void reloadTexts();
    };
  }, [texts]);
}
