/**
 * The address of which the sandbox mailbox shows the mail first. A browser that asked for a mail remembers it in this
 * cookie, so the address is in no URL. Only pages of the mailbox receive it.
 */
export const ownMailboxCookie = { name: "mailbox", path: "/sandbox/mail", seconds: 60 * 60 } as const;
