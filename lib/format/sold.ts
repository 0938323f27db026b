/** What a payment link sold, as people read it, such as `2 × Mango chow`. */
export const soldOf = ({ title, quantity }: { title: string; quantity: number | null }): string =>
  quantity !== null && quantity > 1 ? `${quantity} × ${title}` : title;
