import type { Frame } from "@playwright/test";

/**
 * A frame and the frames in its document. `page.frames()` sometimes still lists a frame of another process that the
 * page has removed. Such a frame never answers.
 */
export async function framesIn(frame: Frame): Promise<Frame[]> {
  const found = [frame];
  for (const element of await frame.locator("iframe").elementHandles()) {
    const inner = await element.contentFrame();
    if (inner) found.push(...(await framesIn(inner)));
  }
  return found;
}
