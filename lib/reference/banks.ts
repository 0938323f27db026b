import type { Platform } from "./platforms";

/** The banks that can receive withdrawals, by platform, with the lengths of their account numbers. */
export type Bank = {
  name: string;
  account: { min: number; max: number };
  /** The bank's branches, set only if the platform's clearing system requires a branch. */
  branches?: readonly string[];
};

export const bankAccountTypes = ["chequing", "savings"] as const;

const bank = (name: string, min: number, max: number, branches?: readonly string[]): Bank => ({
  name,
  account: { min, max },
  ...(branches && { branches }),
});

export const banks: Readonly<Record<Platform, readonly Bank[]>> = {
  BB: [
    bank("CIBC Caribbean", 8, 10),
    bank("First Citizens Bank (Barbados)", 7, 11),
    bank("Republic Bank (Barbados)", 9, 12),
    bank("RBC Royal Bank (Barbados)", 7, 12),
    bank("Sagicor Bank (Barbados)", 8, 12),
    bank("Scotiabank Barbados", 7, 12),
  ],
  GD: [
    bank("ACB Grenada Bank", 8, 12),
    bank("Grenada Co-operative Bank", 6, 12),
    bank("Grenada Development Bank", 6, 12),
    bank("Republic Bank (Grenada)", 9, 12),
  ],
  GY: [
    bank("Bank of Baroda (Guyana)", 10, 14),
    bank("Citizens Bank Guyana", 8, 12),
    bank("Demerara Bank", 7, 12),
    bank("Guyana Bank for Trade and Industry", 8, 12),
    bank("Republic Bank (Guyana)", 9, 12),
    bank("Scotiabank Guyana", 7, 12),
  ],
  JM: [
    bank("CIBC Caribbean Bank (Jamaica)", 8, 10, [
      ...["Half Way Tree", "King Street", "Liguanea", "Mandeville", "May Pen", "Montego Bay", "New Kingston"],
      ...["Ocho Rios", "Port Antonio", "Portmore", "Savanna-la-Mar", "Twin Gates"],
    ]),
    bank("Citibank Jamaica", 9, 10, ["Hillcrest Avenue"]),
    bank("First Global Bank", 10, 13, [
      ...["Downtown Kingston", "Liguanea", "Mandeville", "Manor Park", "May Pen", "Montego Bay", "New Kingston"],
      ...["Ocho Rios", "Portmore"],
    ]),
    bank("JMMB Bank (Jamaica)", 12, 12, [
      ...["Half Way Tree", "Haughton Avenue", "Junction", "Knutsford Boulevard", "Mandeville", "May Pen"],
      ...["Montego Bay", "Ocho Rios", "Portmore", "Santa Cruz"],
    ]),
    bank("JN Bank", 10, 11, [
      ...["Black River", "Brown's Town", "Christiana", "Duke Street", "Falmouth", "Half Way Tree", "Junction"],
      ...["Linstead", "Lucea", "Mandeville", "May Pen", "Montego Bay", "Morant Bay", "New Kingston", "Ocho Rios"],
      ...["Old Harbour", "Port Antonio", "Port Maria", "Portmore", "Santa Cruz", "Savanna-la-Mar", "Spanish Town"],
    ]),
    bank("National Commercial Bank", 9, 9, [
      ...["1-7 Knutsford Boulevard", "Annotto Bay", "Baywest", "Black River", "Brown's Town", "Chapelton"],
      ...["Christiana", "Constant Spring", "Cross Roads", "Duke and Barry Streets", "Falmouth", "Half Way Tree"],
      ...["Hagley Park Road", "Junction", "Linstead", "Lucea", "Mandeville", "Matilda's Corner", "May Pen"],
      ...["Montego Bay", "Morant Bay", "Negril", "Ocho Rios", "Old Harbour", "Port Antonio", "Port Maria"],
      ...["Portmore", "Santa Cruz", "Savanna-la-Mar", "Spanish Town", "University"],
    ]),
    bank("Sagicor Bank Jamaica", 9, 10, [
      ...["Black River", "Dominica Drive", "Duke and Tower Streets", "Hope Road", "Liguanea", "Mandeville"],
      ...["Manor Park", "May Pen", "Montego Bay", "Ocho Rios", "Portmore", "Savanna-la-Mar", "Tropical Plaza"],
      ...["Up Park Camp"],
    ]),
    bank("Scotiabank Jamaica", 6, 11, [
      ...["Black River", "Brown's Town", "Christiana", "Constant Spring", "Cross Roads", "Falmouth"],
      ...["Hagley Park Road", "Half Way Tree", "Junction", "King Street", "Liguanea", "Linstead", "Lucea"],
      ...["Mandeville", "May Pen", "Montego Bay", "Morant Bay", "Negril", "New Kingston", "Ocho Rios"],
      ...["Old Harbour", "Port Antonio", "Port Maria", "Portmore", "Premier", "Santa Cruz", "Savanna-la-Mar"],
      ...["Scotia Centre", "Spanish Town", "St Ann's Bay"],
    ]),
  ],
  TT: [
    bank("ANSA Bank", 9, 13),
    bank("CIBC Caribbean Bank (Trinidad and Tobago)", 8, 10),
    bank("Citibank (Trinidad and Tobago)", 9, 10),
    bank("First Citizens Bank", 7, 11),
    bank("JMMB Bank (Trinidad and Tobago)", 9, 13),
    bank("RBC Royal Bank", 7, 15),
    bank("Republic Bank", 12, 12),
    bank("Scotiabank Trinidad and Tobago", 7, 12),
  ],
};

export const findListedBank = (platform: Platform, name: string | undefined): Bank | undefined =>
  banks[platform].find((known) => known.name === name);

/** Only the clearing system of Jamaica requires the kind of account and the branch. */
export const asksForBranch = (platform: Platform): boolean => platform === "JM";
