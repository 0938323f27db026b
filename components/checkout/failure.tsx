import { Component, type ReactNode } from "react";
import { Message } from "@/components/message";

/** The payment may be in any state when the page fails, so the text gives only advice that is always safe. */
function Failure() {
  return (
    <Message title="This page could not be shown">
      <p data-testid="money-state">
        <strong>We are confirming with your bank. Do not pay again.</strong>
      </p>
      <p>
        <a href="?">Check the status</a>
      </p>
    </Message>
  );
}

/** Shows the failure message if the page breaks in the browser. */
export class FailureBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override state = { hasFailed: false };

  override render() {
    return this.state.hasFailed ? <Failure /> : this.props.children;
  }
}
