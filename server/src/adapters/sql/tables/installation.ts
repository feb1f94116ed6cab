export interface InstallationTables {
  facts: FactsTable;
}

interface FactsTable {
  name: string;
  value: string;
}
