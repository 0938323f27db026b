import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleX,
  Clock,
  type IconNode,
  RotateCw,
  Send,
  TriangleAlert,
  Undo2,
} from "lucide";
import type { DisplayStatus, StatusIcon } from "@/lib/format/status-words";
import { Badge } from "./badge";

const icons: Readonly<Record<StatusIcon, IconNode>> = {
  ban: Ban,
  "circle-alert": CircleAlert,
  "circle-check": CircleCheck,
  "circle-dashed": CircleDashed,
  "circle-pause": CirclePause,
  "circle-x": CircleX,
  clock: Clock,
  "rotate-cw": RotateCw,
  send: Send,
  "triangle-alert": TriangleAlert,
  "undo-2": Undo2,
};

/** The badge of a stored status, for example `<StatusBadge of={withdrawalWords[status]} />`. */
export const StatusBadge = ({ of: { word, tone, icon } }: { of: DisplayStatus }) => (
  <Badge tone={tone} icon={icons[icon]}>
    {word}
  </Badge>
);
