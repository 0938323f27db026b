/** The errors of attempts that got no response, as the API returns them. */
export const sendErrors = {
  /** All failures to connect have the same message, so that it reveals nothing about the internal network. */
  unreachable: "The address cannot be reached.",
  tooSlow: "There was no answer within 15 seconds.",
  broken: "The connection was lost before there was an answer.",
} as const;
