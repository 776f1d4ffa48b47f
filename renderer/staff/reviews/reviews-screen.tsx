import { useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { ReviewQueue } from "./review-queue.tsx";

/** The page of identities that wait for review. */
export default function ReviewsScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:reviews.title")} at="/staff/reviews">
      <div className="screen">
        <ReviewQueue />
      </div>
    </StaffPage>
  );
}
