import type { WidgetProps } from "@rjsf/utils";
import { Camera, CircleCheck, CircleX, Images, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { toast } from "../../kit/api/toast-store.ts";
import { PICTURE_TYPES } from "../../kit/api/upload.ts";
import { Button } from "../../kit/parts/button.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { CardSketch, FaceSketch } from "./sketches.tsx";
import { UploadStatus } from "./upload-widget.tsx";
import { useFileField } from "./use-file-field.tsx";

/**
 * Longest edge of a picture, in pixels. Small print stays readable, and the upload from a phone stays short.
 */
const LONGEST_EDGE = 2000;

/**
 * Asks for a picture of a card or a face. The person takes it with the camera or chooses a file, and sees it
 * large before going on.
 */
export function CameraWidget(props: WidgetProps) {
  const words = useText();
  const { hints, upload, input, choose } = useFileField(props, PICTURE_TYPES);
  const face = hints.facing === "user";
  const [live, setLive] = useState(false);
  const empty = upload.state.kind === "empty";
  return (
    <div className="upload">
      {input}
      {live ? (
        <LiveCamera
          face={face}
          onPicture={(blob) => {
            setLive(false);
            void upload.send(blob, "camera.jpg");
          }}
          onClose={() => setLive(false)}
          onMissing={() => {
            setLive(false);
            toast({ tone: "warn", text: words("common:camera.missing") });
            choose();
          }}
        />
      ) : (
        <>
          {empty ? (
            <div className="shot" aria-hidden="true">
              {face ? <FaceSketch /> : <CardSketch back={hints.purpose === "card-back"} />}
              <Corners />
            </div>
          ) : (
            <UploadStatus state={upload.state} retry={upload.retry} />
          )}
          <div className="pair">
            <Button kind={empty ? "soft" : "line"} onClick={() => setLive(true)}>
              <Camera size={18} aria-hidden="true" />
              {words(empty ? "common:camera.take" : "common:camera.again")}
            </Button>
            <Button onClick={choose}>
              <Images size={18} aria-hidden="true" />
              {words("common:camera.choose")}
            </Button>
          </div>
        </>
      )}
      {face ? <FaceTips /> : <CardTips />}
    </div>
  );
}

function LiveCamera({
  face,
  onPicture,
  onClose,
  onMissing,
}: {
  readonly face: boolean;
  readonly onPicture: (blob: Blob) => void;
  readonly onClose: () => void;
  readonly onMissing: () => void;
}) {
  const words = useText();
  const video = useRef<HTMLVideoElement>(null);
  const missing = useRef(onMissing);
  missing.current = onMissing;
  useEffect(() => {
    let stream: MediaStream | null = null;
    let here = true;
    const open = async () => {
      // Without a camera, a permission or a secure origin, the page opens the file chooser.
      if (!navigator.mediaDevices?.getUserMedia) return missing.current();
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          video: { facingMode: face ? "user" : "environment", width: { ideal: 1920 } },
          audio: false,
        });
      } catch {
        if (here) missing.current();
        return;
      }
      if (!here || video.current === null) return stop(stream);
      video.current.srcObject = stream;
      await video.current.play().catch(() => undefined);
    };
    void open();
    return () => {
      here = false;
      stop(stream);
    };
  }, [face]);
  const shoot = () => {
    if (video.current?.videoWidth) void pictureOf(video.current).then((blob) => blob && onPicture(blob));
  };
  return (
    <div className={face ? "shot shot--live shot--face" : "shot shot--live"}>
      <video ref={video} playsInline muted aria-label={words("common:camera.live")} />
      <Corners />
      <div className="shotbar">
        <button type="button" className="iconbtn" aria-label={words("button:close")} onClick={onClose}>
          <X size={24} aria-hidden="true" />
        </button>
        <button type="button" className="shutter" aria-label={words("common:camera.shoot")} onClick={shoot} />
        <span />
      </div>
    </div>
  );
}

function CardTips() {
  const words = useText();
  return (
    <section aria-label={words("common:camera.tips")}>
      <h2 className="tiphead">{words("common:camera.tips")}</h2>
      <ul className="tips">
        {(["dark", "glare", "cut"] as const).map((tip) => (
          <li key={tip}>
            <div className={`shot shot--tip shot--${tip}`} aria-hidden="true">
              <CardSketch back={false} />
            </div>
            <p>
              {tip === "dark" ? (
                <CircleCheck className="ok" size={18} />
              ) : (
                <CircleX className="no" size={18} />
              )}
              {words(`common:camera.card.${tip}`)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function FaceTips() {
  const words = useText();
  return (
    <section aria-label={words("common:camera.tips")}>
      <h2 className="tiphead">{words("common:camera.tips")}</h2>
      <ul className="card card--pad ticks">
        {(["light", "bare", "alone"] as const).map((tip) => (
          <li key={tip}>
            <CircleCheck className="ok" size={20} aria-hidden="true" />
            {words(`common:camera.face.${tip}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Corners() {
  return (
    <>
      {["a", "b", "c", "d"].map((corner) => (
        <span key={corner} className={`corner corner--${corner}`} />
      ))}
    </>
  );
}

function stop(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/**
 * Returns the camera's current picture as JPEG, without location data; `null` if the browser cannot create
 * the picture.
 */
function pictureOf(video: HTMLVideoElement): Promise<Blob | null> {
  const scale = Math.min(1, LONGEST_EDGE / Math.max(video.videoWidth, video.videoHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
}
