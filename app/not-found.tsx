import { Message } from "@/components/message";

export const metadata = { title: "Not found · Tradewind" };

export default function NotFoundPage() {
  return (
    <Message title="There is nothing here">
      <p>The address may be mistyped, or what stood here is gone.</p>
      <p>
        <a href="/">Go to the start</a>
      </p>
    </Message>
  );
}
