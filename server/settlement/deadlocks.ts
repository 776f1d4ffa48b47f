const deadlock = "40P01";

/** Two transactions that wait for each other: the database stops one of them, and it is done again. */
export async function again<Done>(transaction: () => Promise<Done>): Promise<Done> {
  for (let left = 5; ; left--)
    try {
      return await transaction();
    } catch (fault) {
      if (left === 0 || (fault as { code?: string }).code !== deadlock) throw fault;
    }
}
