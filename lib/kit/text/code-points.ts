/** The length of a text as people count it: an emoji outside the basic plane counts as one character, not as two. */
export const codePoints = (value: string): number => [...value].length;
