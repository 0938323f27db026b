const holder = globalThis as typeof globalThis & { tradewind?: Map<string, unknown> };

/**
 * The one value of this name in the process, made on the first call. A variable of a module is not enough: the server
 * and the bundle of the pages each load a module, and the development server loads it again on every change.
 */
export function processWide<Value>(name: string, make: () => Value): Value {
  holder.tradewind ??= new Map();
  if (!holder.tradewind.has(name)) holder.tradewind.set(name, make());
  return holder.tradewind.get(name) as Value;
}
