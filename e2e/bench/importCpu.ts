import type { TestNode } from '../../src-main/node/testing/index.ts'

/** Returns the processor seconds that a node in this process takes to import a file of blocks. Closes the node. */
export async function importCpu(node: TestNode, file: string): Promise<number> {
  try {
    const before = process.cpuUsage()
    await node.chain.importFiles([file])
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  } finally {
    node.close()
  }
}
